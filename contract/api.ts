/** The prefix of all paths of the contract. */
export const apiBase = '/api/v1'

/** The prefix of the calls of the Universal Commerce Protocol, which assistants send. */
export const ucpBase = '/ucp/v1'

/** The calls of assistants as tools of the Model Context Protocol. */
export const mcpPath = `${ucpBase}/mcp`

/** Cache-Control of a reply that is the same for everybody: it may be stored, and is revalidated before each use. */
export const publicCacheControl = 'public, no-cache'
