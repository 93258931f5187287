import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'

const feedFile = z
  .object({
    path: z.string().describe('such as /feeds/google.xml'),
    items: z.int().describe('sizes of products'),
    writtenAt: z.iso.datetime(),
  })
  .register(schemaRegistry, { id: 'FeedFile' })
export type FeedFile = z.infer<typeof feedFile>

export const feedsCalls = defineCalls({
  getFeeds: {
    route: 'GET /products/feeds',
    right: 'products',
    summary: 'The files of the product feeds for shopping sites; none until they are written for the first time',
    reply: { 200: z.object({ files: z.array(feedFile) }) },
  },

  writeFeeds: {
    route: 'POST /products/feeds',
    right: 'products',
    changes: 'nothing',
    summary: 'Write the product feeds again soon, and not only at the next full hour',
    reply: { 202: z.object({ message: z.string() }) },
  },
})
