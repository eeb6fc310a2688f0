export const RequestsPage = () => null;
