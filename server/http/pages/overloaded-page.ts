import { createHash, randomInt } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { generalErrors } from '#contract/kernel/errors/general-errors.ts'

/** Random within this range, so that rejected clients do not return all at once. */
export const pickRetryAfterSeconds = () => randomInt(2, 7)

/** The shop's colours inline, so that the page needs no further request. */
const style = `
  :root { color-scheme: light dark; --page: oklch(97% 0.012 85); --ink: oklch(22% 0.02 60); --soft: oklch(43% 0.022 62); --madder: oklch(47% 0.155 28) }
  @media (prefers-color-scheme: dark) { :root { --page: oklch(19.5% 0.012 62); --ink: oklch(93.5% 0.014 85); --soft: oklch(77% 0.018 80); --madder: oklch(51% 0.16 28) } }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--ink);
    font: 400 1.0625rem/1.6 "Instrument Sans Variable", system-ui, sans-serif }
  main { max-width: 32rem; padding: 2rem 1.5rem; text-align: center }
  h1 { margin: 0 0 .75rem; font: 600 clamp(1.5rem, 1.2rem + 1.5vw, 2.25rem)/1.15 "Fraunces Variable", Georgia, serif }
  h1::after { content: ""; display: block; margin-top: 1rem; border-top: 2px dashed var(--madder) }
  p { margin: 0 0 1.75rem; color: var(--soft) }
  a { display: inline-block; padding: .65rem 1.5rem; border-radius: .5rem; background: var(--madder); color: oklch(98.5% 0.01 85);
    font-weight: 600; text-decoration: none }
`

/** Contains all it needs, so that showing it costs one response. */
const overloadedPage = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>The shop is very busy</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>The shop is very busy</h1>
<p>${generalErrors.busy.text} Your cart is safe.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`

const styleHash = createHash('sha256').update(style).digest('base64')
const contentSecurityPolicy = `default-src 'none';style-src 'sha256-${styleHash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`

/** 503 with a page that asks to come back in a moment. */
export function sendOverloadedPage(reply: FastifyReply): FastifyReply {
  const retryAfter = pickRetryAfterSeconds()
  return reply
    .status(503)
    .type('text/html; charset=utf-8')
    .headers({ 'retry-after': retryAfter, 'cache-control': 'no-store', 'content-security-policy': contentSecurityPolicy })
    .send(overloadedPage)
}
