# Confines this process by Landlock and a filter of system calls, then becomes the program in its arguments:
#
#   perl confine.pl PRCTL [READABLE ...] -- PROGRAM [ARGUMENT ...] 5<FILTER
#
# PRCTL is the number of that system call. Only the files and folders READABLE can be opened, and only to be read;
# without any of them Landlock is not used. Perl is on every Debian and Ubuntu and makes any system call.
use strict;
use warnings;

my ($create_ruleset, $add_rule, $restrict_self) = (444, 445, 446);
my ($set_seccomp, $drop_bounding, $set_no_new_privileges, $ambient) = (22, 24, 38, 47);
my ($o_path, $filter_mode, $clear_all, $last_capability) = (010000000, 2, 4, 63);
my ($execute, $read_file, $read_folder) = (1, 4, 8);

my $prctl = shift(@ARGV) + 0;
my @readable;
push @readable, shift @ARGV while $ARGV[0] ne '--';
shift @ARGV;

sub must {
    my ($what, $result) = @_;
    die "$what: $!\n" if $result < 0;
    return $result;
}

open my $input, '<&=', 5 or die "filter: $!\n";
binmode $input;
my $filter = do { local $/; <$input> };
close $input;

# Fails for capabilities that the kernel does not have, and without the right to drop any: then there are none.
syscall $prctl, $drop_bounding, $_, 0, 0, 0 for 0 .. $last_capability;
syscall $prctl, $ambient, $clear_all, 0, 0, 0;
must('no new privileges', syscall $prctl, $set_no_new_privileges, 1, 0, 0, 0);

if (@readable) {
    my $version = must('Landlock', syscall $create_ruleset, 0, 0, 1);
    # Everything that this version can forbid: files, TCP, then abstract sockets and signals.
    my $files = $version >= 5 ? 0xffff : $version >= 3 ? 0x7fff : $version == 2 ? 0x3fff : 0x1fff;
    my $rules = pack 'QQQ', $files, 3, 3;
    my $size = $version >= 6 ? 24 : $version >= 4 ? 16 : 8;
    my $ruleset = must('rules', syscall $create_ruleset, $rules, $size, 0);
    for my $path (@readable) {
        sysopen my $file, $path, $o_path or next;
        my $rights = $execute | $read_file | (-d $path ? $read_folder : 0);
        must($path, syscall $add_rule, $ruleset, 1, pack('Ql', $rights, fileno $file), 0);
    }
    must('rules', syscall $restrict_self, $ruleset, 0);
}

# struct sock_fprog: the number of instructions and a pointer to them.
my $program = pack 'S x![P] P', length($filter) / 8, $filter;
must('filter', syscall $prctl, $set_seccomp, $filter_mode, $program, 0, 0);
exec { $ARGV[0] } @ARGV;
