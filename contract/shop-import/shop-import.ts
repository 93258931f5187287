import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { shopImportChoices, shopImportLimits, shopImportParts, shopImportStates, shopImportTexts } from './shop-import-limits.ts'

const count = z.int().nonnegative()

const partReport = z.object({
  part: z.enum(shopImportParts),
  file: z.string(),
  rows: count.describe('lines of the file, or pictures'),
  here: count.describe('that this shop had when the file was checked'),
  new: count,
  changed: count,
  unchanged: count.describe('with the same values, or kept as they are here'),
  refused: count,
})
export type ShopImportReport = z.infer<typeof partReport>

const skippedFile = z.object({ file: z.string(), rows: count, reason: z.string() })
export type SkippedFile = z.infer<typeof skippedFile>

const problem = z.object({ file: z.string(), line: z.int(), name: z.string(), reason: z.string() })

const choices = z.partialRecord(z.enum(shopImportParts), z.enum(shopImportChoices))
export type ShopImportChoiceMap = z.infer<typeof choices>

const shopImport = z
  .object({
    _id: z.string(),
    fileName: z.string(),
    bytes: count,
    uploaded: count.describe('parts of the file that have arrived'),
    state: z.enum(shopImportStates),
    step: z.string().describe('the file in the zip file that is read'),
    written: count.describe('lines or pictures of it'),
    error: z.string().nullable(),
    shopName: z.string().nullable().describe('of the exported shop'),
    parts: z.array(partReport),
    skipped: z.array(skippedFile).describe('what is in the file and is not taken over'),
    choices,
    problems: z.array(problem).describe(`the first ${shopImportLimits.shownProblems}`),
    problemCount: count,
    requestedBy: z.string().nullable(),
    requestedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .register(schemaRegistry, { id: 'ShopImport' })
export type ShopImport = z.infer<typeof shopImport>

const message = z.string()
const saved = { message, import: shopImport }

export const shopImportCalls = defineCalls({
  getShopImports: {
    route: 'GET /shop-imports',
    right: 'settings',
    summary: 'The latest imports of exported shops, newest first',
    reply: { 200: z.object({ imports: z.array(shopImport) }) },
  },

  startShopImport: {
    route: 'POST /shop-imports',
    right: 'settings',
    furtherRights: ['products', 'prices', 'customers', 'orders'],
    changes: 'nothing',
    summary: 'Announce the zip file of an export, which is then uploaded in parts. Needs the PIN again',
    body: z.object({
      fileName: z.string().trim().min(1).max(shopImportLimits.fileNameLength),
      bytes: z.int().min(1, shopImportTexts.empty).max(shopImportLimits.fileBytes, shopImportTexts.tooLarge),
    }),
    reply: { 201: z.object(saved) },
  },

  addShopImportPart: {
    route: 'POST /shop-imports/:id/parts/:part',
    right: 'settings',
    changes: 'nothing',
    summary: `Upload a part of ${shopImportLimits.partBytes / 1024 ** 2} MB (multipart/form-data), one after the other. After the last one a job checks the file`,
    params: byId.extend({
      part: z.coerce
        .number()
        .int()
        .min(1)
        .max(shopImportLimits.fileBytes / shopImportLimits.partBytes),
    }),
    form: true,
    body: z.object({ file: z.file() }),
    reply: { 200: z.object({ message, uploaded: count }) },
  },

  runShopImport: {
    route: 'POST /shop-imports/:id/run',
    right: 'settings',
    furtherRights: ['products', 'prices', 'customers', 'orders'],
    changes: 'nothing',
    summary: 'Take over what a checked file has. By default what is here stays as it is. Needs the PIN again',
    params: byId,
    body: z.object({ choices }),
    reply: { 200: z.object(saved) },
  },

  getShopImport: {
    route: 'GET /shop-imports/:id',
    right: 'settings',
    summary: 'One import. Needs the PIN again, so that a download begins with a session that may have the file of problems',
    params: byId,
    reply: { 200: shopImport },
  },

  getShopImportProblems: {
    route: 'GET /shop-imports/:id/problems',
    right: 'settings',
    summary: 'A CSV file of the lines that were refused, with their reasons. Needs the PIN again',
    params: byId,
    reply: { 200: z.unknown().describe('text/csv') },
  },

  deleteShopImport: {
    route: 'DELETE /shop-imports/:id',
    right: 'settings',
    changes: 'nothing',
    summary: 'Stop an import, or delete its file. What is saved stays',
    params: byId,
    reply: { 200: z.object({ message }) },
  },
})
