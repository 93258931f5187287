import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { schemaRegistry } from '#contract/kernel/schema-registry.ts'

const description = [
  'Amounts are in rupees. Every error has the shape of ApiError.',
  'Other programs send a key, which an administrator makes under Users → Shop → Programs → API keys:',
  '```sh\ncurl -H "Authorization: Bearer shopkey_…" https://shop.example/api/v1/products/skus\n```',
  'Ready programs for stocks, orders and webhooks are in docs/recipes.md of the shop.',
].join('\n\n')

/** Serves the contract as OpenAPI 3.1 and as a page. Registered before the routes, which it collects. */
export async function addApiDocs(api: FastifyInstance): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Clothing store', version: '1', description },
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'A key of the screen “API keys”.' } } },
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  })
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // Swagger UI uses inline styles.
    transformStaticCSP: (policy) => policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
  })
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger())
}
