// SPDX-License-Identifier: MIT
#include "quern/cli/completion/scripts.h"

#include <array>

namespace quern::cli {
namespace {

constexpr std::array<std::string_view, 3> kShells = {"bash", "fish", "zsh"};

/// The replies come quoted. Bash completes files itself: it knows how to quote them.
constexpr std::string_view kBash = R"(# bash completion for quern: asks quern what may follow.
_quern() {
  local line kind=''
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $kind ]]; then
      kind=$line
    else
      COMPREPLY+=("$line")
    fi
  done < <("${1/#~\//$HOME/}" __complete bash "${COMP_LINE:0:COMP_POINT}" \
    "${COMP_LINE:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  case $kind in
    *beginnings*) compopt -o nospace ;;
    *files*)
      if (( ${#COMPREPLY[@]} == 0 )); then
        compopt -o bashdefault -o default
      else
        compopt -o filenames
        while IFS= read -r line; do
          COMPREPLY+=("$line")
        done < <(compgen -f -- "$2")
      fi ;;
  esac
}
complete -F _quern quern
)";

constexpr std::string_view kZsh = R"(#compdef quern
# zsh completion for quern: asks quern what may follow.
_quern() {
  local program=${(Q)words[1]} line kind=''
  local -a asked values shown space
  asked=("${(@Q)words[2,-1]}")
  asked[CURRENT-1]=${(Q)PREFIX}
  while IFS= read -r line; do
    if [[ -z $kind ]]; then
      kind=$line
    else
      values+=("${line%%$'\t'*}")
      shown+=("${line/$'\t'/  -- }")
    fi
  done < <(${~program} __complete zsh $((CURRENT - 2)) "${asked[@]}" 2>/dev/null)
  [[ $kind == *beginnings* ]] && space=(-S '')
  if (( ${#values} )); then
    if [[ $kind == *described* ]]; then
      compadd -l -d shown "${space[@]}" -a values
    else
      compadd "${space[@]}" -a values
    fi
  fi
  if [[ $kind == *files* ]]; then
    [[ $kind == *equals* ]] && compset -P '*='
    _files
  fi
}
if [[ $funcstack[1] == _quern ]]; then
  _quern "$@"
else
  compdef _quern quern
fi
)";

constexpr std::string_view kFish = R"(# fish completion for quern: asks quern what may follow.
function __quern_complete
    set -l before (commandline -opc)
    set -l token (commandline -ct)
    set -l after (commandline -op)
    set -l seen (count $before)
    test -n "$token"; and set seen (math $seen + 1)
    set -e after[1..$seen]
    set -l typed (string unescape -- $token; or string trim -l -c '\'"' -- $token)
    test -n "$typed"; or set typed ''
    set -l program (string replace -r '^~/' "$HOME/" -- $before[1])
    set -l current (math (count $before) - 1)
    set -l lines ($program __complete fish $current $before[2..] $typed $after 2>/dev/null)
    printf '%s\n' $lines[2..]
    if string match -q '*files*' -- $lines[1]
        if string match -q '*equals*' -- $lines[1]
            set -l start (string match -r '^[^=]*=' -- $token)
            set -l file (string replace -- $start '' $token)
            for path in (__fish_complete_path $file)
                echo $start$path
            end
        else
            __fish_complete_path $token
        end
    end
end
complete -c quern -f -a '(__quern_complete)'
)";

}  // namespace

std::span<const std::string_view> completion_shells() {
  return kShells;
}

std::string_view completion_script(std::string_view shell) {
  return shell == "bash" ? kBash : shell == "zsh" ? kZsh : shell == "fish" ? kFish : "";
}

}  // namespace quern::cli
