/** The database as the owner of its schema; only the migrations use it. */
export interface DatabaseOwner {
  /** Makes the application role if it is missing and sets it up, then applies the migrations that have not run yet. */
  migrate(): Promise<void>;
}
