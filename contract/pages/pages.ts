import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, requiredLine, requiredText, rowVersion } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { frontPagePicture } from '../settings/front-page.ts'
import { block, richText } from '../settings/rich-text.ts'
import { pageLimits } from './page-limits.ts'

const optionalLine = (label: string, maxLength: number) =>
  z
    .string({ error: `${label} must be a text.` })
    .trim()
    .max(maxLength, { error: `${label} is too long.`, abort: true })
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), `${label} must be one line.`)
    .default('')

const section = z
  .object({
    heading: optionalLine('Heading', pageLimits.headingLength),
    text: richText(pageLimits.textLength).default(''),
    picture: frontPagePicture.nullable().default(null),
  })
  .refine(({ heading, text, picture }) => heading !== '' || text !== '' || picture !== null, {
    path: ['text'],
    error: 'Write a text, add a picture or remove this section.',
  })

const place = z.enum(['menu', 'footer', 'none'], { error: 'Choose a place of the list.' })
export type PagePlace = z.infer<typeof place>

/** What an owner writes: the texts, the pictures, the address and the place of a page. */
export const pageContent = z.object({
  title: requiredLine('Title', pageLimits.titleLength),
  slug: requiredText('Address', pageLimits.slugLength)
    .toLowerCase()
    .refine((text) => text.split('-').every((part) => /^[a-z0-9]+$/.test(part)), 'Use letters from a to z, digits and hyphens.'),
  description: optionalLine('Description', pageLimits.descriptionLength).describe(
    'for search engines and shared links; empty: the beginning of the text',
  ),
  sections: z
    .array(section)
    .min(1, 'Add at least one section.')
    .max(pageLimits.sections, `A page can have ${pageLimits.sections} sections.`)
    .refine(
      (sections) => sections.reduce((sum, { text }) => sum + text.length, 0) <= pageLimits.pageLength,
      `A page can have ${pageLimits.pageLength.toLocaleString('en-IN')} characters. Please divide it.`,
    ),
  place: place.describe('where the shop links to it: the row below its categories, a column of its footer, or nowhere'),
})
export type PageContent = z.output<typeof pageContent>

const pageLink = z.object({ slug: z.string(), title: z.string(), place })
export type PageLink = z.infer<typeof pageLink>

const page = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string().describe('empty: none of its own'),
    sections: z.array(z.object({ heading: z.string(), text: z.array(block), picture: frontPagePicture.nullable() })),
  })
  .register(schemaRegistry, { id: 'Page' })
export type Page = z.infer<typeof page>

const adminPage = z
  .object({
    _id: z.string(),
    title: z.string(),
    value: pageContent.nullable().describe('what the shop shows now; null: it is not published'),
    draft: pageContent.nullable().describe('saved and not published; null: none'),
    version: z.int(),
    changedAt: z.string(),
    changedBy: z.string().nullable().describe('null: a deleted account'),
  })
  .register(schemaRegistry, { id: 'AdminPage' })
export type AdminPage = z.infer<typeof adminPage>

const pageVersion = z.object({
  version: z.int(),
  kind: z.enum(['published', 'unpublished', 'taken back']),
  title: z.string().nullable().describe('null: the page was not shown any more'),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
})
export type PageVersion = z.infer<typeof pageVersion>

const changedPage = { 200: z.object({ message: z.string(), page: adminPage }) }
const bySlug = z.object({ slug: z.string().max(pageLimits.slugLength) })
const currentVersion = z.object({ version: rowVersion })

export const pagesCalls = defineCalls({
  getPages: {
    route: 'GET /pages',
    who: 'anyone',
    summary: 'The published pages of the owner in their order',
    reply: { 200: z.object({ pages: z.array(pageLink) }) },
  },

  getPage: {
    route: 'GET /pages/:slug',
    who: 'anyone',
    summary: 'One published page',
    params: bySlug,
    reply: { 200: page },
  },

  getPagePreview: {
    route: 'GET /pages/:slug/preview',
    who: 'anyone',
    summary: 'The draft of a page, or what is published where there is none',
    params: bySlug,
    query: z.object({ preview: z.string().max(200).describe('the token of a preview link') }),
    reply: { 200: page },
  },

  getAdminPages: {
    route: 'GET /pages/list/admin',
    right: 'products',
    summary: 'All pages with their drafts, in their order',
    reply: { 200: z.object({ pages: z.array(adminPage) }) },
  },

  getPageVersions: {
    route: 'GET /pages/:id/versions',
    right: 'products',
    summary: `What a page has shown, by whom and when, newest first (at most ${pageLimits.versions})`,
    params: byId,
    reply: { 200: z.object({ versions: z.array(pageVersion) }) },
  },

  createPage: {
    route: 'POST /pages',
    right: 'products',
    changes: 'nothing',
    summary: 'Add a page as a draft, as the last one',
    body: pageContent,
    reply: { 201: z.object({ message: z.string(), page: adminPage }) },
  },

  savePage: {
    route: 'PATCH /pages/:id',
    right: 'products',
    changes: 'nothing',
    summary: 'Save a draft of a page; the shop shows it when it is published',
    params: byId,
    body: pageContent.extend({ version: rowVersion }),
    reply: changedPage,
  },

  discardPageDraft: {
    route: 'POST /pages/:id/discard',
    right: 'products',
    changes: 'nothing',
    summary: 'Delete the draft of a published page',
    params: byId,
    body: currentVersion,
    reply: changedPage,
  },

  publishPage: {
    route: 'POST /pages/:id/publish',
    right: 'products',
    changes: 'products',
    summary: 'Show the draft of a page in the shop. The address that it had before leads to it',
    params: byId,
    body: currentVersion,
    reply: changedPage,
  },

  unpublishPage: {
    route: 'POST /pages/:id/unpublish',
    right: 'products',
    changes: 'products',
    summary: 'Show a page no longer; its text is kept as a draft',
    params: byId,
    body: currentVersion,
    reply: changedPage,
  },

  undoPage: {
    route: 'POST /pages/:id/undo',
    right: 'products',
    changes: 'products',
    summary: 'Take back the last change of what the shop shows of a page',
    params: byId,
    body: currentVersion,
    reply: changedPage,
  },

  restorePage: {
    route: 'POST /pages/:id/restore',
    right: 'products',
    changes: 'nothing',
    summary: 'Make an earlier version the draft of a page',
    params: byId,
    body: currentVersion.extend({ restored: rowVersion.describe('of `GET /pages/:id/versions`') }),
    reply: changedPage,
  },

  deletePage: {
    route: 'DELETE /pages/:id',
    right: 'products',
    changes: 'products',
    summary: 'Delete a page with all its versions',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },

  orderPages: {
    route: 'POST /pages/order',
    right: 'products',
    changes: 'products',
    summary: 'Change the order of the pages in the menu and in the footer',
    body: z.object({ ids: z.array(z.uuid().toLowerCase()).max(pageLimits.pages).describe('of all pages') }),
    reply: { 200: z.object({ message: z.string(), pages: z.array(adminPage) }) },
  },

  createPagePreview: {
    route: 'POST /pages/:id/preview',
    right: 'products',
    changes: 'nothing',
    summary: 'A link that shows the draft of a page for a day, to anybody who has it',
    params: byId,
    reply: { 201: z.object({ href: z.string() }) },
  },
})
