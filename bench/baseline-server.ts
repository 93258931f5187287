import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'

/** What the machine can do without a shop: send the same bytes from memory, or run one prepared statement and send its rows as JSON. */
export type BaselineTask = BytesTask | QueryTask

export interface BytesTask {
  readonly kind: 'bytes'
  readonly base64: string
  readonly headers: Record<string, string>
}

interface QueryTask {
  readonly kind: 'query'
  readonly connection: pg.PoolConfig
  readonly statement: string
}

async function listen(task: BaselineTask): Promise<number> {
  if (task.kind === 'bytes') {
    const app = fastify()
    const bytes = Buffer.from(task.base64, 'base64')
    app.get('/*', (_request, reply) => reply.headers(task.headers).send(bytes))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  const server = createServer(runQuery(task))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Values of the statement come as `?values=[…]`, or as the body of a POST. */
function runQuery({ connection, statement }: QueryTask): RequestListener {
  const pool = new pg.Pool({ ...connection, max: 20 })
  return async (request, response) => {
    let body = ''
    if (request.method === 'POST') for await (const chunk of request) body += chunk
    const values = body === '' ? (new URL(request.url ?? '', 'http://baseline').searchParams.get('values') ?? '[]') : body
    const { rows } = await pool.query({ name: 'baseline', text: statement, values: JSON.parse(values) })
    const json = JSON.stringify(rows)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }).end(json)
  }
}

process.once('message', async (task: BaselineTask) => process.send?.(await listen(task)))
process.once('disconnect', () => process.exit())
