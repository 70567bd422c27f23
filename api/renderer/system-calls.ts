/** The number of a system call on x86-64 and on ARM64, which does not have all of them. */
type Numbers = readonly [x64: number, arm64?: number]

/**
 * The calls with which Node and libvips read, compute, start threads, and use descriptors that they were given. The
 * renderer has no other system call: it can make no socket and no process, send no signal, and neither create, change
 * nor remove a file.
 */
export const allowedCalls: Readonly<Record<string, Numbers>> = {
  // Files and folders, to read
  read: [0, 63],
  pread64: [17, 67],
  readv: [19, 65],
  preadv: [295, 69],
  lseek: [8, 62],
  stat: [4],
  lstat: [6],
  fstat: [5, 80],
  newfstatat: [262, 79],
  statx: [332, 291],
  statfs: [137, 43],
  fstatfs: [138, 44],
  access: [21],
  faccessat: [269, 48],
  faccessat2: [439, 439],
  readlink: [89],
  readlinkat: [267, 78],
  getdents64: [217, 61],
  getcwd: [79, 17],
  fadvise64: [221, 223],
  // Descriptors
  write: [1, 64],
  writev: [20, 66],
  recvmsg: [47, 212],
  sendmsg: [46, 211],
  recvfrom: [45, 207],
  sendto: [44, 206],
  getsockopt: [55, 209],
  getsockname: [51, 204],
  getpeername: [52, 205],
  shutdown: [48, 210],
  close: [3, 57],
  close_range: [436, 436],
  dup: [32, 23],
  dup2: [33],
  dup3: [292, 24],
  pipe2: [293, 59],
  eventfd2: [290, 19],
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  epoll_wait: [232],
  epoll_pwait: [281, 22],
  epoll_pwait2: [441, 441],
  poll: [7],
  ppoll: [271, 73],
  select: [23],
  pselect6: [270, 72],
  // Memory
  mmap: [9, 222],
  munmap: [11, 215],
  mprotect: [10, 226],
  mremap: [25, 216],
  madvise: [28, 233],
  brk: [12, 214],
  membarrier: [324, 283],
  pkey_alloc: [330, 289],
  pkey_free: [331, 290],
  pkey_mprotect: [329, 288],
  // Threads, and the end
  wait4: [61, 260],
  futex: [202, 98],
  set_robust_list: [273, 99],
  get_robust_list: [274, 100],
  rseq: [334, 293],
  set_tid_address: [218, 96],
  sched_yield: [24, 124],
  sched_getaffinity: [204, 123],
  sched_getparam: [143, 121],
  sched_getscheduler: [145, 120],
  sched_getattr: [315, 275],
  getpriority: [140, 141],
  getcpu: [309, 168],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  rt_sigpending: [127, 136],
  rt_sigtimedwait: [128, 137],
  sigaltstack: [131, 132],
  restart_syscall: [219, 128],
  execve: [59, 221],
  exit: [60, 93],
  exit_group: [231, 94],
  // Clocks, and facts about the process itself
  nanosleep: [35, 101],
  clock_nanosleep: [230, 115],
  clock_gettime: [228, 113],
  clock_getres: [229, 114],
  gettimeofday: [96, 169],
  time: [201],
  times: [100, 153],
  getrusage: [98, 165],
  getrlimit: [97, 163],
  sysinfo: [99, 179],
  uname: [63, 160],
  getpid: [39, 172],
  getppid: [110, 173],
  gettid: [186, 178],
  getuid: [102, 174],
  geteuid: [107, 175],
  getgid: [104, 176],
  getegid: [108, 177],
  getgroups: [115, 158],
  getresuid: [118, 148],
  getresgid: [120, 150],
  getpgid: [121, 155],
  getpgrp: [111],
  getsid: [124, 156],
  capget: [125, 90],
  getrandom: [318, 278],
  arch_prctl: [158],
}

/** The condition of an argument: one of these values, or without these bits, or with this bit. */
export type Condition = { argument: number } & ({ oneOf: readonly number[] } | { without: number } | { having: number })

/** Flags of `open` to write, create and truncate. */
const writing = 0o1 | 0o2 | 0o100 | 0o1000

/** The flag of `clone` for a thread of the same process. */
const thread = 0x10000

/**
 * Calls that are allowed with certain arguments only. `clone3` and `openat2` are not allowed at all, because their
 * arguments are in memory; the C library does without them.
 */
export const conditionalCalls: Readonly<Record<string, { numbers: Numbers; condition: Condition }>> = {
  open: { numbers: [2], condition: { argument: 1, without: writing } },
  openat: { numbers: [257, 56], condition: { argument: 2, without: writing } },
  clone: { numbers: [56, 220], condition: { argument: 0, having: thread } },
  // Copies and flags of descriptors; a process that owns one could be sent signals.
  fcntl: { numbers: [72, 25], condition: { argument: 1, oneOf: [0, 1, 2, 3, 4, 1030] } },
  // TCGETS, FIONREAD, FIONBIO, FIONCLEX and FIOCLEX.
  ioctl: { numbers: [16, 29], condition: { argument: 1, oneOf: [0x5401, 0x541b, 0x5421, 0x5450, 0x5451] } },
  // Names of threads and of memory.
  prctl: { numbers: [157, 167], condition: { argument: 0, oneOf: [15, 16, 0x53564d41] } },
  // Limits of this process, which it cannot raise.
  prlimit64: { numbers: [302, 261], condition: { argument: 0, oneOf: [0] } },
}
