%(complete_func)s() {
    local IFS=$'\n' line="${COMP_LINE:0:COMP_POINT}" kind value word before="" breaks=""
    word="${line##* }"
    [[ $word == --*=* ]] && word="${word#*=}"
    [[ $COMP_WORDBREAKS == *=* ]] && breaks+="="
    [[ $COMP_WORDBREAKS == *:* ]] && breaks+=":"
    [[ -n $breaks && $word == *["$breaks"]* ]] && before="${word%%"${word##*["$breaks"]}"}"
    COMPREPLY=()
    while IFS=',' read -r kind value; do
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value#"$before"}") ;;
        esac
    done < <(env COMP_LINE="$line" %(complete_var)s=bash_complete "$1")
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
