import { createContext, use } from 'react'

/** The JSON-LD of the page that the server renders, with `<` escaped; undefined when it has none. */
export const StructuredDataContext = /* @__PURE__ */ createContext<string | undefined>(undefined)

/**
 * What the page is, for search engines. Only on the server: they read documents, and what builds it would weigh on every visitor. React
 * leaves elements of the body that it does not know as they are when it hydrates the document.
 */
export function StructuredData() {
  const json = use(StructuredDataContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped JSON
  return json !== undefined && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
