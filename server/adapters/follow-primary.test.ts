import { expect, test } from 'vitest'
import { splitHosts } from './follow-primary.ts'

test('several hosts in one URL are one URL each', () => {
  expect(splitHosts({ url: 'postgres://u:p@a,b:5433,[::1]:5434/shop?target_session_attrs=read-write&sslmode=require' })).toEqual([
    'postgres://u:p@a/shop?sslmode=require',
    'postgres://u:p@b:5433/shop?sslmode=require',
    'postgres://u:p@[::1]:5434/shop?sslmode=require',
  ])
  expect(splitHosts({ url: 'postgres://a,b/shop?target_session_attrs=read-write' })).toEqual(['postgres://a/shop', 'postgres://b/shop'])
})

test.each(['postgres://u:a,b@host/shop', 'postgres:///shop?host=/run/postgresql', 'postgresql://host'])('%s is one host', (url) => {
  expect(splitHosts({ url })).toEqual([url])
})
