declare module 'cluster-key-slot' {
  /** The slot of a key (Redis Cluster Specification, "Key distribution model"). */
  export default function calculateSlot(key: string): number;
}
