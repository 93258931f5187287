import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { parseImageKey } from '../../../catalog/pictures/focal-point.ts'
import { placeholderSource } from '../../../catalog/pictures/placeholder-image.ts'
import type { PictureCells } from '../read/product-record.ts'
import type { ExistingProduct } from './find-existing.ts'
import type { PlannedPicture } from './import-plan.ts'

/** The name of each uploaded picture, in lower case, with the hash of its bytes. */
export type UploadedFiles = ReadonlyMap<string, { readonly name: string; readonly hash: string }>

/** What `product_pictures.source` is for a picture of a zip file. */
export const toFileSource = ({ name, hash }: { name: string; hash: string }): string => `zip ${hash} ${name}`

/** Pictures of phones and printers that the shop does not take. */
const otherTypes = /\.(heic|heif|avif|tiff?|bmp|svg|psd)$/i

/** A file name in lower case, as macOS and other systems write it. */
export const toFileName = (name: string): string => name.normalize('NFC').toLowerCase()

/** The key in the path of one of the shop's own pictures. */
const ownImage = /\/images\/([^/?#]+)\/[^/?#]+$/

interface PicturePlan {
  readonly pictures: readonly PictureCells[]
  readonly existing: ExistingProduct | undefined
  readonly files: UploadedFiles
}

/** The pictures that the product does not have yet, up to the limit of a product. */
export function planPictures({ pictures, existing, files }: PicturePlan): { planned: PlannedPicture[]; warnings: string[] } {
  const current = (existing?.pictures ?? []).filter(({ source }) => source !== placeholderSource)
  const originals = new Set(current.map(({ image_key }) => parseImageKey(image_key).original))
  const sources = new Set(current.flatMap(({ source }) => source ?? []))
  const warnings: string[] = []
  const missing = pictures.flatMap(({ source, alt }): PlannedPicture[] => {
    const ownKey = ownImage.exec(source)?.[1]
    // The drawing that stands for a missing picture, in exports of earlier versions.
    if (ownKey?.startsWith('no-picture')) return []
    if (ownKey !== undefined && originals.has(parseImageKey(ownKey).original)) return []
    // An export of everything has the original of each picture, whatever the address of the shop was.
    const exported = ownKey === undefined ? undefined : files.get(`pictures/${parseImageKey(ownKey).original}.webp`)
    if (exported) return sources.has(toFileSource(exported)) ? [] : [{ source: exported.name, alt }]
    if (/^https:\/\//i.test(source)) return sources.has(source) ? [] : [{ source, alt }]
    if (/^[a-z]+:\/\//i.test(source) || source.startsWith('/')) {
      warnings.push(importTexts.pictureUrl(source))
      return []
    }
    const [, type] = otherTypes.exec(source) ?? []
    if (type !== undefined) {
      warnings.push(importTexts.pictureType(source, type.toUpperCase()))
      return []
    }
    const file = files.get(toFileName(source))
    if (file) return sources.has(toFileSource(file)) ? [] : [{ source: file.name, alt }]
    const wasAdded = [...sources].some((each) => each.startsWith('zip ') && toFileName(each).endsWith(` ${toFileName(source)}`))
    if (!wasAdded) warnings.push(importTexts.pictureNotInZip(source))
    return []
  })
  const room = Math.max(0, uploads.maxPictures - current.length)
  if (missing.length > room) warnings.push(importTexts.tooManyPictures(missing.length - room))
  return { planned: missing.slice(0, room), warnings }
}
