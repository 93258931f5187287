import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'

/**
 * What the machine can do without a shop: the same bytes from memory, or the same one query and its rows as JSON. A
 * process of its own, told what to do by its parent.
 */
export type BareTask = BytesTask | QueryTask
interface BytesTask {
  readonly kind: 'node' | 'fastify'
  readonly body: string
  readonly type: string
}
interface QueryTask {
  readonly kind: 'query'
  readonly connection: pg.PoolConfig
  readonly statement: string
}

/** Values of the statement come as `?values=[…]` or, when there is a body, as that. */
async function listen(task: BareTask): Promise<number> {
  if (task.kind === 'fastify') {
    const app = fastify()
    const bytes = Buffer.from(task.body)
    app.get('/*', (_request, reply) => reply.type(task.type).send(bytes))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  const server = createServer(task.kind === 'query' ? runQuery(task) : writeBytes(task))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function writeBytes({ body, type }: BytesTask): Parameters<typeof createServer>[1] {
  const bytes = Buffer.from(body)
  return (_request, response) => response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
}

function runQuery({ connection, statement }: QueryTask): Parameters<typeof createServer>[1] {
  const pool = new pg.Pool({ ...connection, max: 20 })
  return async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const values = body === '' ? (new URL(request.url ?? '', 'http://bare').searchParams.get('values') ?? '[]') : body
    const { rows } = await pool.query({ name: 'one', text: statement, values: JSON.parse(values) })
    const bytes = JSON.stringify(rows)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }).end(bytes)
  }
}

process.once('message', async (task: BareTask) => process.send?.(await listen(task)))
process.once('disconnect', () => process.exit())
