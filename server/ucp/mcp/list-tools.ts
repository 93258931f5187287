import { z } from 'zod'
import { toolMeta } from '#contract/ucp/mcp-requests.ts'
import type { UcpTool } from '../http/define-ucp-route.ts'
import { capabilities, ucpVersion } from '../protocol/capabilities.ts'

/** A tool as `tools/list` describes it. Its reply is named by the address of a schema, which clients need not load. */
export function describeTool({ name, description, isRead, needsKey, input, capabilities: [capability] }: UcpTool) {
  const schema = input.extend({ meta: needsKey ? toolMeta.withKey : toolMeta.any })
  return {
    name,
    description,
    annotations: { readOnlyHint: isRead },
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    outputSchema: {
      type: 'object',
      description: `https://ucp.dev/${ucpVersion}/${capabilities[capability].schema}`,
      properties: { ucp: { type: 'object' } },
      required: ['ucp'],
    },
  }
}
