// Exposes nothing yet: stands here until the contract is served.
export {};
