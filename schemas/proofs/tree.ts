import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A hash of the tree, 32 bytes. */
export type Hash = Uint8Array

/** The hash of a leaf (RFC 6962). */
export const hashLeaf = (leaf: string): Hash => sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(leaf)))

/** The hash of the node above two (RFC 6962). */
export const hashNode = (left: Hash, right: Hash): Hash => sha256(concatBytes(Uint8Array.of(1), left, right))

export const isSameHash = (one: Hash, other: Hash): boolean => one.every((byte, at) => byte === other[at])

/** The root of no leaves at all. */
export const emptyRoot: Hash = sha256(new Uint8Array())

/** The root of 2^level leaves, which are those from index * 2^level on. */
export type NodeAt = (level: number, index: number) => Hash

/** How many of several leaves stand on the left: the largest power of two that is less than all. */
export const leftOf = (size: number): number => {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

/** The root of the leaves from `start` on and before `end`, as the tree of RFC 6962 cuts them. */
export const rootBetween = (nodeAt: NodeAt, start: number, end: number): Hash => {
  const size = end - start
  const left = leftOf(size)
  if (size === 1) return nodeAt(0, start)
  if (size === left * 2) return nodeAt(Math.log2(size), start / size)
  return hashNode(rootBetween(nodeAt, start, start + left), rootBetween(nodeAt, start + left, end))
}

/** The root of the first `size` leaves. */
export const rootOf = (nodeAt: NodeAt, size: number): Hash => (size === 0 ? emptyRoot : rootBetween(nodeAt, 0, size))

type Tree = { size: number; root: Hash }

/** Whether the leaves of a tree begin with those of another one. */
export const beginsWith = (nodeAt: NodeAt, { size, root }: Tree): boolean => isSameHash(rootOf(nodeAt, size), root)

const half = (number: number): number => Math.floor(number / 2)

/** Whether a proof leads from a leaf to the root of a tree: the algorithm of RFC 9162, 2.1.3.2, step by step. */
export const isIncluded = (leaf: { hash: Hash; index: number }, tree: Tree, proof: readonly Hash[]): boolean => {
  let fn = leaf.index
  let sn = tree.size - 1
  let r = leaf.hash
  if (fn > sn) return false
  for (const p of proof) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      r = hashNode(p, r)
      while (fn % 2 === 0 && fn > 0) [fn, sn] = [half(fn), half(sn)]
    } else r = hashNode(r, p)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && isSameHash(r, tree.root)
}

/** Whether a proof shows that a tree begins with an older one: the algorithm of RFC 9162, 2.1.4.2, step by step. */
export const isConsistent = (older: Tree, newer: Tree, proof: readonly Hash[]): boolean => {
  if (older.size === newer.size) return proof.length === 0 && isSameHash(older.root, newer.root)
  if (proof.length === 0) return false
  const [first, ...others] = Number.isInteger(Math.log2(older.size)) ? [older.root, ...proof] : proof
  let fn = older.size - 1
  let sn = newer.size - 1
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)]
  let fr = first as Hash
  let sr = fr
  for (const c of others) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      ;[fr, sr] = [hashNode(c, fr), hashNode(c, sr)]
      while (fn % 2 === 0 && fn > 0) [fn, sn] = [half(fn), half(sn)]
    } else sr = hashNode(sr, c)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && isSameHash(fr, older.root) && isSameHash(sr, newer.root)
}
