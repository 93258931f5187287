import { hash } from 'node:crypto'
import { chooseCrop } from '#contract/catalog/pictures/choose-crop.ts'
import { toThemeColours } from '#contract/settings/colours.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { parseImageKey } from '../catalog/pictures/focal-point.ts'
import { type ImageStore, originalKey } from '../catalog/pictures/image-store.ts'
import { loadSharp } from '../catalog/pictures/load-sharp.ts'
import { findPlate, plates, putOnPlate, readBrandOriginal } from './brand-images.ts'

/** The size that WhatsApp, Facebook and X show. */
const size = { width: 1200, height: 630 }
/** A hero of 4:5 at the full height. */
const heroWidth = 504
const maxLogo = { width: 520, height: 320 }

interface SocialCard {
  readonly path: string
  readonly alt: string
  /** the key of the hero's original; undefined: the logo stands alone */
  readonly heroKey: string | undefined
  /** the folder of the logo's files */
  readonly logo: string | null
  readonly ground: string
}

/** The picture of shared links: the one that the owner has chosen, or the hero and the logo of the shop. Undefined for a shop without any. */
export function findSocialCard({ shop, colours, 'front-page': { picture: hero, sharedPicture } }: ShopSettings): SocialCard | undefined {
  const picture = sharedPicture ?? hero
  const logo = sharedPicture === null ? shop.logo : null
  const heroKey = picture?.image.split('/')[2]
  if (heroKey === undefined && logo === null) return undefined
  const ground = toThemeColours(colours).light
  const version = hash('sha256', [heroKey, logo, ground].join(), 'hex').slice(0, 16)
  return { path: `/social-card/${version}.jpg`, alt: picture?.alt || shop.name, heroKey, logo, ground }
}

/** The card as JPEG, which is drawn when it is first asked for. Undefined when its pictures are missing. */
export async function readSocialCard({ images, card }: { images: ImageStore; card: SocialCard }): Promise<Buffer | undefined> {
  const key = `derived${card.path}`
  const drawn = await images.read(key)
  if (drawn) return drawn
  const [hero, logo] = await Promise.all([
    card.heroKey === undefined ? undefined : images.read(originalKey(card.heroKey)),
    card.logo === null ? undefined : readBrandOriginal({ images, path: card.logo }),
  ])
  if (!hero && !logo) return undefined
  const sharp = await loadSharp()
  const left = size.width - (hero && logo ? heroWidth : 0)
  const layers = [
    ...(hero ? [{ input: await cutHero({ hero, imageKey: card.heroKey ?? '', isWide: !logo }), left: logo ? left : 0, top: 0 }] : []),
    ...(logo ? [await placeLogo({ logo, width: left })] : []),
  ]
  const bytes = await sharp({ create: { ...size, channels: 3, background: card.ground } })
    .composite(layers)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  await images.write(key, bytes)
  return bytes
}

/** The hero as the front page crops it, or all over the card. */
async function cutHero({ hero, imageKey, isWide }: { hero: Buffer; imageKey: string; isWide: boolean }): Promise<Buffer> {
  const sharp = await loadSharp()
  if (isWide)
    return sharp(hero)
      .resize({ ...size, fit: 'cover', position: 'attention' })
      .toBuffer()
  const crop = chooseCrop({ ...(await sharp(hero).metadata()), focus: parseImageKey(imageKey).focus })
  return sharp(hero).extract(crop).resize({ width: heroWidth, height: size.height, fit: 'fill' }).toBuffer()
}

/** The logo in the middle of the ground that is `width` wide. One that is too light for it gets a dark plate. */
async function placeLogo({ logo, width }: { logo: Buffer; width: number }) {
  const sharp = await loadSharp()
  const isLight = (await findPlate(logo)) === plates.dark
  const input = isLight
    ? await putOnPlate({ original: logo, target: maxLogo, plate: plates.dark })
    : await sharp(logo)
        .resize({ ...maxLogo, fit: 'inside' })
        .png()
        .toBuffer()
  const drawn = await sharp(input).metadata()
  return { input, left: Math.round((width - drawn.width) / 2), top: Math.round((size.height - drawn.height) / 2) }
}
