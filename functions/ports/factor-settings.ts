export interface FactorSettings {
  /** True if every administrator needs a second factor. */
  isRequired: boolean;
}
