/** Visible letters, numbers, punctuation and symbols; the three named symbols look like a blank. */
export const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u;
