import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** What XML 1.0 cannot contain, even escaped; the validator does not look for it. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Whether elements are nested properly, text is escaped and all characters may be in XML 1.0. */
export const isWellFormed = (xml: string): boolean => XMLValidator.validate(xml) === true && !forbidden.test(xml)

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  htmlEntities: false,
  isArray: (name) => name === 'item' || name === 'additional_image_link',
})

/** The items of a feed in RSS 2.0: the texts of their elements by name, without the namespace. */
export function readFeedItems(xml: string): Record<string, unknown>[] {
  return parser.parse(xml).rss.channel.item ?? []
}
