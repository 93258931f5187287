import { runProcess } from './run-process.ts'
import { startShop } from './start-shop.ts'

await runProcess({ start: startShop, tell: console.error })
