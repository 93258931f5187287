/** WORD JOINER: takes no room, and is not a part of a domain or a phone number. */
const joiner = '\u2060'

/** The dots that browsers accept between the parts of a domain. */
const dot = /(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])/gu

const phoneNumber = /\d(?:[\s().+-]{0,2}\d){6,}/g

/**
 * Text that somebody typed, for a mail to somebody else: mail programs make links of `shop.example` and of phone numbers. Looks the
 * same.
 */
export function breakLinks(text: string): string {
  return text.replace(dot, `$&${joiner}`).replace(phoneNumber, (digits) => digits.replace(/\d/g, `$&${joiner}`))
}
