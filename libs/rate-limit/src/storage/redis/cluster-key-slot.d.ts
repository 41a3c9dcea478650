declare module 'cluster-key-slot' {
  /** Returns the slot of a key (Redis Cluster Specification, "Key distribution model"). */
  export default function calculateSlot(key: string): number;
}
