import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { FRAME_PATH } from '../assumptions.ts'

const BROWSER_FOLDER = new URL('../browser/', import.meta.url)

const ASSETS_PATH = `${FRAME_PATH}/assets`

// No frame-ancestors: any merchant's page may embed the checkout.
const FRAME_CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'"

/** Serves `checkout.js`, the frame's page and its modules. Their TypeScript types are stripped once, at the start. */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  const checkoutScript = readScript({ name: 'checkout.ts' })
  const page = readBrowserFile({ name: 'frame.html' }).replaceAll('{{assets}}', ASSETS_PATH)

  app.get('/v1/checkout.js', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendAsset({ reply, text: checkoutScript, type: 'text/javascript' })
  })
  app.get<{ Querystring: { callback_url?: string } }>(FRAME_PATH, async ({ query }, reply) => {
    // With a callback the page is no frame, and posts the result to the merchant.
    const callback = URL.parse(query.callback_url ?? '')?.origin ?? "'none'"
    reply
      .header('content-security-policy', `${FRAME_CSP}; form-action ${callback}`)
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-resource-policy', 'cross-origin')
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  })
  for (const name of readdirSync(BROWSER_FOLDER)) {
    if (name === 'checkout.ts' || !/\.(ts|css)$/.test(name)) continue
    const isScript = name.endsWith('.ts')
    const text = isScript ? readScript({ name }) : readBrowserFile({ name })
    app.get(`${ASSETS_PATH}/${name}`, async (_request, reply) =>
      sendAsset({ reply, text, type: isScript ? 'text/javascript' : 'text/css' }),
    )
  }
}

function readBrowserFile({ name }: { name: string }): string {
  return readFileSync(new URL(name, BROWSER_FOLDER), 'utf8')
}

function readScript({ name }: { name: string }): string {
  return stripTypeScriptTypes(readBrowserFile({ name }))
}

function sendAsset({ reply, text, type }: { reply: FastifyReply; text: string; type: string }): FastifyReply {
  return reply.header('cache-control', 'no-cache').header('x-content-type-options', 'nosniff').type(`${type}; charset=utf-8`).send(text)
}
