/** Saves a file to the person's downloads. */
export const saveFile = (file: File): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();

  URL.revokeObjectURL(url);
};
