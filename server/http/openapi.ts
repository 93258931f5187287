import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** The contract as OpenAPI 3.1 and as a page for people. Registered before the routes, which it collects. */
export async function serveDocs(api: FastifyInstance): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Clothing store', version: '1', description: 'Amounts are rupees. Every refusal has the shape of Refusal.' },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The page of the API lays itself out with inline styles; its scripts stay our own.
    transformStaticCSP: (policy) => policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'"),
  })
  // Written now and kept: the rendered pages bring their own copy of the contract, whose names would clash with these.
  api.addHook('onReady', async () => void api.swagger())
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger())
}
