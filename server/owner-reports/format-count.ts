/** `1 order`, `1,200 orders`. */
export const formatCount = (number: number, one: string, several = `${one}s`) =>
  `${number.toLocaleString('en-IN')} ${number === 1 ? one : several}`
