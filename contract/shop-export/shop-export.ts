import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { exportStates, shopExportLimits } from './shop-export-limits.ts'

const shopExport = z
  .object({
    _id: z.string(),
    state: z.enum(exportStates),
    step: z.string().describe('the file in the zip file that is being written'),
    written: z.int().describe('rows or pictures of it'),
    total: z.int().nullable().describe('pictures; null: not counted'),
    error: z.string().nullable().describe('why it has failed'),
    bytes: z.int().nullable().describe('of the zip file, once it is ready'),
    requestedBy: z.string().nullable().describe('name of the administrator'),
    requestedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    deletedAt: z.iso.datetime().nullable().describe('when the file will be deleted'),
  })
  .register(schemaRegistry, { id: 'ShopExport' })
export type ShopExport = z.infer<typeof shopExport>

const message = z.string()

export const shopExportCalls = defineCalls({
  getShopExports: {
    route: 'GET /shop-exports',
    right: 'exports',
    summary: 'The latest exports of everything, newest first',
    reply: { 200: z.object({ exports: z.array(shopExport) }) },
  },

  startShopExport: {
    route: 'POST /shop-exports',
    right: 'exports',
    changes: 'nothing',
    summary: 'Write everything that the shop has into a zip file. Needs the PIN again',
    reply: { 201: z.object({ message, export: shopExport }) },
  },

  getShopExport: {
    route: 'GET /shop-exports/:id',
    right: 'exports',
    summary: 'One export of everything. Needs the PIN again, so that a download begins with a session that may have the file',
    params: byId,
    reply: { 200: shopExport },
  },

  downloadShopExport: {
    route: 'GET /shop-exports/:id/file',
    right: 'exports',
    summary: `The zip file of an export that is ready, for ${shopExportLimits.fileDays} days. Needs the PIN again`,
    params: byId,
    reply: { 200: z.unknown().describe('application/zip') },
  },

  deleteShopExport: {
    route: 'DELETE /shop-exports/:id',
    right: 'exports',
    changes: 'nothing',
    summary: 'Delete the file of an export, or stop one that is being written',
    params: byId,
    reply: { 200: z.object({ message }) },
  },
})
