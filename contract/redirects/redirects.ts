import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId, chosenRows, requiredText, rowVersion } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { lineOutcome, tableResult, uploadedTable } from '../kernel/table-file.ts'
import { redirectLimits } from './redirect-limits.ts'

const redirect = z
  .object({
    _id: z.string(),
    from: z.string().describe('in lower case, decoded but for `%`, `?` and `#`'),
    to: z.string().describe('a path of this shop with its query'),
    hits: z.int().describe('requests that were redirected; counted in batches'),
    lastHitAt: z.iso.datetime().nullable(),
    version: z.int(),
  })
  .register(schemaRegistry, { id: 'Redirect' })
export type Redirect = z.infer<typeof redirect>

const missingAddress = z.object({
  _id: z.string().describe('names it in a dismissal'),
  path: z.string(),
  requests: z.int(),
  lastAskedAt: z.iso.datetime(),
})
export type MissingAddress = z.infer<typeof missingAddress>

const addresses = {
  from: requiredText('Old address', redirectLimits.typedLength).describe('a path, such as /products/blue-shirt; its query is left out'),
  to: requiredText('New address', redirectLimits.typedLength).describe('a path of this shop; one that is redirected itself is replaced'),
}
const saved = { message: z.string(), redirect }

const fileLine = z.object({
  line: z.int().describe('in the file, from 1'),
  from: z.string(),
  to: z.string(),
  outcome: lineOutcome,
  reason: z.string().nullable().describe('why the line is refused'),
})
export type RedirectLine = z.infer<typeof fileLine>

const fileResult = tableResult({ line: fileLine, shownLines: redirectLimits.shownLines })

export const redirectsCalls = defineCalls({
  getRedirects: {
    route: 'GET /redirects',
    right: 'products',
    summary: 'Old addresses that lead to pages of this shop, newest first',
    query: pageQuery.extend({
      limit: chosenRows,
      q: z.string().max(maxLengths.adminSearch).optional().describe('a part of the old or the new address'),
    }),
    reply: { 200: z.object({ redirects: z.array(redirect), ...paged }) },
  },

  addRedirect: {
    route: 'POST /redirects',
    right: 'products',
    changes: 'nothing',
    summary: 'Redirect an old address. Pages of the shop are never redirected',
    body: z.object(addresses),
    reply: { 201: z.object(saved) },
  },

  editRedirect: {
    route: 'PATCH /redirects/:id',
    right: 'products',
    changes: 'nothing',
    summary: 'Change a redirect',
    params: byId,
    body: z.object({ version: rowVersion, ...addresses }),
    reply: { 200: z.object(saved) },
  },

  deleteRedirect: {
    route: 'DELETE /redirects/:id',
    right: 'products',
    changes: 'nothing',
    summary: 'Delete a redirect: its address is missing again',
    params: byId,
    reply: { 200: z.object({ message: z.string() }) },
  },

  exportRedirects: {
    route: 'GET /redirects/export',
    right: 'products',
    summary: 'All redirects as a CSV file, which can be imported again',
    reply: { 200: z.unknown().describe('text/csv') },
  },

  checkRedirectFile: {
    route: 'POST /redirects/check',
    right: 'products',
    changes: 'nothing',
    summary: 'What an import of this CSV file would do; nothing is changed (multipart/form-data)',
    form: true,
    body: uploadedTable,
    reply: { 200: fileResult },
  },

  importRedirects: {
    route: 'POST /redirects/import',
    right: 'products',
    changes: 'nothing',
    summary: 'Add and change redirects from a CSV file; refused lines are left out (multipart/form-data)',
    form: true,
    body: uploadedTable,
    reply: { 200: fileResult },
  },

  getMissingAddresses: {
    route: 'GET /redirects/missing',
    right: 'products',
    summary: 'Addresses that visitors have asked for and that the shop does not have, the most frequent first',
    reply: { 200: z.object({ missing: z.array(missingAddress) }) },
  },

  dismissMissingAddress: {
    route: 'POST /redirects/missing/dismiss',
    right: 'products',
    changes: 'nothing',
    summary: 'Take an address from the list of missing ones, until it is asked for again',
    body: z.object({ _id: z.string().max(redirectLimits.missingPathLength) }),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
