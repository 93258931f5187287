import { z } from 'zod'

/** The schemas that the OpenAPI document names. Not zod's global registry, which the server shares with the web's build and its copy of the contract. */
export const schemaRegistry = z.registry<{ id: string }>()
