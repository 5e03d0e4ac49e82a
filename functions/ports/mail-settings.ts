export interface MailSettings {
  /** False where no sender is configured: then nothing is ordered. */
  isOn: boolean;
}

/** The settings of the workers that send mail. */
export interface MailPace {
  /** Mails that the vendor takes from us in a second. */
  ratePerSecond: number;
  /** Reset and verification mails of the whole portal in an hour (D46). */
  linkMailsPerHour: number;
  /** Invitations that leave in an hour (D46). */
  invitesPerHour: number;
  /** The portal's address, without a slash at its end. */
  portalOrigin: string;
}
