import { startAssistant } from './assistant.ts'

// Shops in a running shop that has UCP=on and UCP_LOCAL_AGENTS=on:
// node testing/ucp/run-assistant.ts http://127.0.0.1:3000 kurta CODE

const [shopUrl = 'http://127.0.0.1:3000', query = 'kurta', code] = process.argv.slice(2)
const assistant = await startAssistant({ shopUrl, report: console.log })
try {
  await assistant.shop({
    query,
    ...(code !== undefined && { code }),
    buyer: { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', phone_number: '+91 98765 43210' },
    destination: {
      street_address: '12 Lake Road',
      address_locality: 'Bengaluru',
      address_region: 'Karnataka',
      address_country: 'IN',
      postal_code: '560001',
    },
  })
} finally {
  await assistant.stop()
}
