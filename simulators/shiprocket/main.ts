import { createSimulator } from './server.ts'

// A process of its own: prints its URL, and ends with SIGTERM or Ctrl-C.

const { SHIPROCKET_SIMULATOR_DEMO, SHIPROCKET_SIMULATOR_PORT = '0', SHIPROCKET_SIMULATOR_EMAIL = 'api@shop.example' } = process.env
const { SHIPROCKET_SIMULATOR_PASSWORD = 'demo-password', SHIPROCKET_SIMULATOR_WEBHOOK_URL, SHIPROCKET_SIMULATOR_WEBHOOK_KEY } = process.env

if (SHIPROCKET_SIMULATOR_DEMO !== '1') {
  console.error(
    'The Shiprocket simulator does not start. SHIPROCKET_SIMULATOR_DEMO must be 1: it books nothing, and is for tests and demos only.',
  )
  process.exit(1)
}
const simulator = createSimulator({ email: SHIPROCKET_SIMULATOR_EMAIL, password: SHIPROCKET_SIMULATOR_PASSWORD })
if (SHIPROCKET_SIMULATOR_WEBHOOK_URL) simulator.setWebhook({ url: SHIPROCKET_SIMULATOR_WEBHOOK_URL, key: SHIPROCKET_SIMULATOR_WEBHOOK_KEY })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void simulator.close().finally(() => process.exit(0)))
console.log(JSON.stringify({ url: await simulator.listen({ port: Number(SHIPROCKET_SIMULATOR_PORT) }) }))
