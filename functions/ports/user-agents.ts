/** The browser and the system that a User-Agent header names; null if it names none that is known. */
export interface Device {
  browser: string | null;
  system: string | null;
}

export interface UserAgents {
  read(userAgent: string): Device;
}
