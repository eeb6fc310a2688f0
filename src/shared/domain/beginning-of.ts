/** At most so many characters of a text. A character that takes two places, such as an emoji, is not cut in half: the database keeps no halves. */
export const beginningOf = (text: string, most: number): string =>
  text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) && text.length > most ? most - 1 : most);
