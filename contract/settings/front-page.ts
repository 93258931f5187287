import { z } from 'zod'
import { product } from '../catalog/products.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { requiredText } from '../kernel/field-schemas.ts'
import { toIndianDay } from '../kernel/indian-time.ts'
import { block, linkTarget, richText } from './rich-text.ts'

export const frontPageLimits = { headlineLines: 3, headlineLength: 40, rows: 8, products: 12, morePictures: 4 } as const

const optionalDay = z.iso.date('Enter a date.').nullable()

/** A line above the header, on its days only. */
const announcement = z
  .object({
    text: requiredText('Text', 120),
    href: linkTarget.nullable(),
    from: optionalDay.describe('the first day in Indian time; null: at once'),
    until: optionalDay.describe('the last day; null: without an end'),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    error: 'The last day is before the first.',
  })

export const frontPagePicture = z.object({
  image: z
    .string()
    .max(200, 'Upload a picture.')
    .regex(/^\/images\/[a-z0-9-]+\/\d+\.[a-z]+$/, 'Upload a picture.'),
  backdrop: z
    .string()
    .max(7, 'Upload a picture.')
    .regex(/^#[0-9a-f]{6}$/, 'Upload a picture.'),
  alt: z.string().trim().max(200, 'The description is too long.'),
})
export type FrontPagePicture = z.infer<typeof frontPagePicture>

/** One row below the products of the front page. */
const row = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('collection'), slug: requiredText('Collection', 60) }),
  z.object({ kind: z.literal('category'), key: requiredText('Category', 40) }),
  z.object({
    kind: z.literal('products'),
    title: requiredText('Title', 80),
    productIds: z
      .array(z.uuid('Choose products of the list.').toLowerCase())
      .min(1, 'Add at least one product.')
      .max(frontPageLimits.products, `A row has at most ${frontPageLimits.products} products.`),
  }),
  z.object({
    kind: z.literal('picture'),
    title: requiredText('Title', 80),
    text: richText(600),
    picture: frontPagePicture,
    href: linkTarget.nullable(),
  }),
])
export type FrontPageRow = z.infer<typeof row>

export const frontPageVideo = z.string().regex(/^\/videos\/[0-9a-f]{16}\.(mp4|webm)$/, 'Upload a video.')

/** What the first screen of the shop says. */
export const frontPageSettings = z
  .object({
    headline: z
      .array(requiredText('Line', frontPageLimits.headlineLength))
      .min(1, 'Enter at least one line.')
      .max(frontPageLimits.headlineLines, `The headline has at most ${frontPageLimits.headlineLines} lines.`),
    text: richText(300).describe('below the headline'),
    button: z
      .object({ text: requiredText('Text', 30), href: linkTarget })
      .nullable()
      .describe('null: the category of the product that is shown'),
    picture: frontPagePicture.nullable().describe('null: the newest product of the season'),
    morePictures: z
      .array(frontPagePicture)
      .max(frontPageLimits.morePictures, `The front page has at most ${frontPageLimits.morePictures} further pictures.`)
      .default([])
      .describe('beside the first one: visitors scroll to them'),
    sharedPicture: frontPagePicture.nullable().default(null).describe('of shared links; null: made from picture and logo'),
    video: frontPageVideo.nullable().default(null).describe('without sound, in the place of the picture'),
    announcement: announcement.nullable(),
    rows: z.array(row).max(frontPageLimits.rows, `The front page has at most ${frontPageLimits.rows} rows.`),
  })
  .refine(({ picture, video }) => video === null || picture !== null, {
    path: ['video'],
    error: 'Add a picture too: it is shown until the video plays.',
  })
  .refine(({ picture, morePictures }) => morePictures.length === 0 || picture !== null, {
    path: ['morePictures'],
    error: 'Add the first picture too.',
  })
  .refine(({ video, morePictures }) => video === null || morePictures.length === 0, {
    path: ['morePictures'],
    error: 'A video plays in the place of the pictures. Remove it, or the further pictures.',
  })
export type FrontPageSettings = z.output<typeof frontPageSettings>

/** The announcement of the day in India, or null. */
export function findAnnouncement({ announcement, now }: { announcement: FrontPageSettings['announcement']; now: Date }) {
  if (announcement === null) return null
  const { text, href, from, until } = announcement
  const today = toIndianDay(now)
  return (from === null || from <= today) && (until === null || today <= until) ? { text, href } : null
}

/** A row with what it shows; rows of what is no longer on sale are left out. */
const shownRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('products'), title: z.string(), href: z.string().nullable(), products: z.array(product) }),
  z.object({
    kind: z.literal('picture'),
    title: z.string(),
    text: z.array(block),
    picture: frontPagePicture,
    href: z.string().nullable(),
  }),
])
export type ShownRow = z.infer<typeof shownRow>

export const frontPageCalls = defineCalls({
  getFrontPageRows: {
    route: 'GET /front-page/rows',
    who: 'anyone',
    summary: 'The rows that the shop shows below the products of its front page',
    query: z.object({ preview: z.string().max(200).optional().describe('the token of a preview link') }),
    reply: { 200: z.object({ rows: z.array(shownRow) }) },
  },
})
