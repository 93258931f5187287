import { startShop } from './bootstrap.ts'
import { runProcess } from './process-lifecycle.ts'

await runProcess({ start: startShop, tell: console.error })
