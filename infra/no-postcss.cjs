exports.parse = () => {
  throw new Error('No style is parsed');
};
