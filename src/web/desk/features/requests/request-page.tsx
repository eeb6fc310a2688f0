export const RequestPage = () => null;
