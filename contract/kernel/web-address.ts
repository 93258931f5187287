/** Whether a text has a link. */
export const hasWebAddress = (text: string): boolean => /https?:\/\/|www\./i.test(text)
