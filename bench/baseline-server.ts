import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'

/** What the machine can do without a shop: send the same bytes from memory, or run plain statements and send the last rows as JSON. */
export type BaselineTask = BytesTask | QueryTask

export interface BytesTask {
  readonly kind: 'bytes'
  readonly base64: string
  readonly headers: Record<string, string>
}

interface QueryTask {
  readonly kind: 'query'
  readonly connection: pg.PoolConfig
  /** run one after another on one connection; each takes the first values */
  readonly statements: readonly string[]
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
function runQuery({ connection, statements }: QueryTask): RequestListener {
  const pool = new pg.Pool({ ...connection, max: 20 })
  return async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const values = body === '' ? (new URL(request.url ?? '', 'http://baseline').searchParams.get('values') ?? '[]') : body
    const json = JSON.stringify(await runStatements({ pool, statements, values: JSON.parse(values) }))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }).end(json)
  }
}

const countParameters = (statement: string) => new Set(statement.match(/\$\d+/g)).size

async function runStatements({ pool, statements, values }: { pool: pg.Pool; statements: readonly string[]; values: unknown[] }) {
  const client = await pool.connect()
  try {
    let rows: unknown[] = []
    for (const text of statements) rows = (await client.query(text, values.slice(0, countParameters(text)))).rows
    return rows
  } finally {
    client.release()
  }
}

process.once('message', async (task: BaselineTask) => process.send?.(await listen(task)))
process.once('disconnect', () => process.exit())
