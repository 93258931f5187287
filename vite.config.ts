import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rolldown } from 'vite'

const framework = /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router)[\\/]/

/** The entry points of the storefront's first page. */
const storefront = /[\\/]web[\\/](entry\.client|root|layout[\\/]shop-layout|catalog[\\/]storefront)\.tsx$/

/** Shared by many other screens; the validator and the forms that need it stay in chunks of their own. */
const shared =
  /[\\/]web[\\/](?!admin[\\/]|policies[\\/]|checkout[\\/])|[\\/]contract[\\/](business|calls|errors|money|policy|product-url|order-status)\.ts|zustand/

/** Whether the storefront's first page imports a module statically, directly or through others. */
function isInStorefront(id: string, modules: Rolldown.ChunkingContext, visited = new Set<string>()): boolean {
  if (storefront.test(id)) return true
  if (visited.has(id)) return false
  visited.add(id)
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) => isInStorefront(importer, modules, visited))
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // A package that is found only when a screen is opened makes Vite bundle again and reload pages, with two copies of React meanwhile.
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}', '!web/**/*.test.*', '!web/api/fake-api.ts'] },
  build: { target: ['chrome123', 'firefox124', 'safari17.4'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Puts each text of contract/screen-texts.ts into the screens that show it.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // A few chunks compress better than many small ones, and the framework's stays cached when the shop changes.
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework, priority: 2 },
                { name: (id, modules) => (isInStorefront(id, modules) ? 'storefront' : null), priority: 1 },
                { name: 'shop', test: shared, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
