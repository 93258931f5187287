/** `1 line`, `1,200 lines` */
export const formatCountOf = (count: number, noun: string): string => `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`
