/** 'not invited' becomes 'Not invited'. */
export const capitalized = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
