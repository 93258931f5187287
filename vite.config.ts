import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What many screens share and the storefront loads anyway; the validator and the forms that need it stay in chunks of their own. */
const shared =
  /[\\/]web[\\/](?!admin[\\/]|policies[\\/]|ui[\\/]delivery-|account[\\/]checkout)|[\\/]contract[\\/](business|calls|messages|money|product-address|order-states)\.ts|zustand/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: ['chrome123', 'firefox124', 'safari17.4'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few chunks compress better than many small ones, and the framework's outlives a change of ours in the cache.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router)[\\/]/ },
                { name: 'shop', test: shared, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
  },
})
