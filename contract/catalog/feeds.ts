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
    method: 'GET',
    path: '/products/feeds',
    who: 'admin',
    right: 'products',
    summary: 'The files of the product feeds for shopping sites; none until they are written for the first time',
    reply: { 200: z.object({ files: z.array(feedFile) }) },
  },

  writeFeeds: {
    method: 'POST',
    path: '/products/feeds',
    who: 'admin',
    right: 'products',
    changes: 'nothing',
    summary: 'Write the product feeds again soon, and not only at the next full hour',
    reply: { 202: z.object({ message: z.string() }) },
  },
})
