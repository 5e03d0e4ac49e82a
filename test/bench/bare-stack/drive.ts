import { OAuth2Client } from 'google-auth-library';
import { drive_v3 } from 'googleapis/build/src/apis/drive/v3.js';

export const drive = new drive_v3.Drive({ auth: new OAuth2Client() });
