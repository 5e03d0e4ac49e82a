import { badRequest } from './errors.ts';

/** https://docs.aws.amazon.com/ses/latest/dg/mime-types.html */
const REFUSED_EXTENSIONS = new Set(
  (
    'ade adp app asp bas bat cer chm cmd com cpl crt csh der exe fxp gadget hlp hta inf ins isp its js jse ksh lib lnk ' +
    'mad maf mag mam maq mar mas mat mau mav maw mda mdb mde mdt mdw mdz msc msh msh1 msh2 mshxml msh1xml msh2xml msi ' +
    'msp mst ops pcd pif plg prf prg reg scf scr sct shb shs sys ps1 ps1xml ps2 ps2xml psc1 psc2 tmp url vb vbe vbs ' +
    'vps vsmacros vss vst vsw vxd ws wsc wsf wsh xnk'
  ).split(' '),
);

/** Refuses a file name without an extension, with one that attackers use, or with a control character. */
export const checkFileName = (name: string) => {
  const [, extension] = /\.([^.]+)$/.exec(name) ?? [];
  if (!extension || REFUSED_EXTENSIONS.has(extension.toLowerCase()) || /\p{Cc}/u.test(name)) {
    throw badRequest(`Illegal filename '${name}'.`);
  }
};
