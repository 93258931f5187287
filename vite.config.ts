import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'
import { foldRouter } from './fold-router.ts'

const framework = /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router)[\\/]/

/** Where the storefront's first page begins; what these import, it needs at once. */
const storefront = /[\\/]web[\\/](entry\.client|root|layout[\\/]shop-layout|catalog[\\/]storefront)\.tsx$/

/** What many of the other screens share; the validator and the forms that need it stay in chunks of their own. */
const shared =
  /[\\/]web[\\/](?!admin[\\/]|policies[\\/]|checkout[\\/])|[\\/]contract[\\/](business|calls|errors|money|product-url|order-status)\.ts|zustand/

/** Whether the storefront's first page imports a module, itself or through others. What it fetches later does not count. */
function isNeededAtOnce(id: string, modules: Rolldown.ChunkingContext, asked = new Set<string>()): boolean {
  if (storefront.test(id)) return true
  // Modules may import each other in a circle.
  if (asked.has(id)) return false
  asked.add(id)
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) => isNeededAtOnce(importer, modules, asked))
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), foldRouter()],
  build: { target: ['chrome123', 'firefox124', 'safari17.4'] },
  environments: {
    // Into the server's build, so that it can be folded, too.
    ssr: { resolve: { noExternal: ['react-router'] } },
    client: {
      build: {
        rolldownOptions: {
          // Each of contract/screen-texts.ts goes to the screens that say it.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // Few chunks compress better than many small ones, and the framework's outlives a change of ours in the cache.
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework, priority: 2 },
                { name: (id, modules) => (isNeededAtOnce(id, modules) ? 'storefront' : null), priority: 1 },
                { name: 'shop', test: shared, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
